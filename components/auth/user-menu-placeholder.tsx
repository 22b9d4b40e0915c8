/** Stands in for the account menu until it is loaded. */
export const UserMenuPlaceholder = () => <span className="block size-11 rounded-full bg-well" />;
