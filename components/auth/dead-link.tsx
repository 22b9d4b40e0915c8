import { buttonClasses } from "@/components/ui/button";
import type { LinkType } from "@/lib/auth/mailed-link";
import { authMessages } from "@/lib/auth/messages";
import { routes } from "@/lib/routes";

type DeadLinkProps = { type: LinkType; isOtherBrowser: boolean };

/** A mailed link that cannot be confirmed here, and what to do instead. */
export function DeadLink({ type, isOtherBrowser }: DeadLinkProps) {
  const isRecovery = type === "recovery";
  const { title, text } = explain(type, isOtherBrowser);
  return (
    <div role="alert" className="flex flex-col gap-5 text-center">
      <h1 className="font-serif text-2xl font-semibold text-balance">{title}</h1>
      <p>{text}</p>
      <a
        href={isRecovery ? routes.recover() : routes.signIn()}
        className={buttonClasses("solid", "h-12 w-full")}
      >
        {isRecovery ? "Ask for a new link" : "Log in"}
      </a>
    </div>
  );
}

function explain(type: LinkType, isOtherBrowser: boolean) {
  const isRecovery = type === "recovery";
  if (isOtherBrowser && isRecovery)
    return {
      title: "Ask for a new link here",
      text: `${authMessages.otherBrowser} Please ask for a new one in this browser, and open it here.`,
    };
  // The auth service had confirmed the address before it redirected to this page with a code.
  if (isOtherBrowser) return { title: "One step left", text: authMessages.addressConfirmed };
  if (isRecovery) return { title: "This link no longer works", text: authMessages.invalidLink };
  if (type === "email_change")
    return {
      title: "This link no longer works",
      text: `${authMessages.invalidLink} If you have opened it before, your new address counts already; if not, your account sends another one.`,
    };
  return {
    title: "This link no longer works",
    text: `${authMessages.invalidLink} If you have opened it before, you can log in; if not, logging in offers to send it again.`,
  };
}
