import { routes } from "@/lib/routes";

/** Says that what an account has written is kept while it is signed out. `path` is that of the page. */
export function HeldText({ isDraft, path }: { isDraft: boolean; path: string }) {
  return (
    <>
      You are signed out.{" "}
      {isDraft ? "What you were writing is kept:" : "What you have written is kept on this device:"}{" "}
      <a
        href={routes.signIn(path)}
        rel="nofollow"
        className="py-3 font-semibold text-board underline underline-offset-4"
      >
        {isDraft ? "sign in to go on with it" : "sign in to save it"}
      </a>
      .
    </>
  );
}
