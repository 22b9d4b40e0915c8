/** What is in the place of the account menu until it has come. */
export const UserMenuPlace = () => <span className="block size-11 rounded-full bg-well" />;
