import { UserRound } from "lucide-react";
import type { Route } from "next";
import { buttonClasses } from "@/components/ui/button";
import { PageNotice } from "@/components/ui/page-notice";
import { routes } from "@/lib/routes";

/** Signing in leads back to `next`. */
export function PleaseSignIn({ next }: { next: Route }) {
  return (
    <PageNotice
      Icon={UserRound}
      title="Please Sign In"
      hint="Your progress and your courses are kept in your profile."
    >
      <a href={routes.signIn(next)} rel="nofollow" className={buttonClasses("solid", "mt-8")}>
        Sign In
      </a>
    </PageNotice>
  );
}
