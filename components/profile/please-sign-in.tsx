import { UserRound } from "lucide-react";
import { buttonClasses } from "@/components/ui/button";
import { PageNotice } from "@/components/ui/page-notice";
import { routes } from "@/lib/routes";

export function PleaseSignIn() {
  return (
    <PageNotice
      Icon={UserRound}
      title="Please Sign In"
      hint="Your progress and your courses are kept in your profile."
    >
      <a href={routes.signIn(routes.profile())} rel="nofollow" className={buttonClasses("solid", "mt-8")}>
        Sign In
      </a>
    </PageNotice>
  );
}
