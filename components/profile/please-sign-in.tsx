import { UserRound } from "lucide-react";
import { buttonClasses } from "@/components/ui/button";
import { routes } from "@/lib/routes";

export function PleaseSignIn() {
  return (
    <section className="shell py-24 text-center">
      <UserRound aria-hidden="true" className="mx-auto size-12 text-quiet" strokeWidth={1.25} />
      <h1 className="mt-4 font-serif text-2xl font-semibold sm:text-3xl">Please Sign In</h1>
      <p className="mt-2 text-quiet">Your progress and your courses are kept in your profile.</p>
      <a href={routes.signIn(routes.profile())} className={buttonClasses("solid", "mt-8")}>
        Sign In
      </a>
    </section>
  );
}
