"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { Tab, TabList, TabPanel, Tabs } from "@/components/ui/tabs.client";
import { showToast } from "@/components/ui/toast";
import { authMessages } from "@/lib/auth/messages";
import { safeNext } from "@/lib/auth/safe-next";
import { routes } from "@/lib/routes";
import { site } from "@/lib/site";
import { CheckInbox } from "./check-inbox.client";
import { CodeForm } from "./code-form.client";
import { enter, goOn } from "./go-on.client";
import { LoginForm } from "./login-form.client";
import { RecoverByAdministrator } from "./recover-by-administrator.client";
import { RecoverForm } from "./recover-form.client";
import { SignUpForm } from "./sign-up-form.client";
import { useViewer } from "./use-viewer.client";

type Screen = "login" | "code" | "sign-up" | "recover" | "inbox";

/** The title of the browser's tab. */
const titles: Record<Screen, string> = {
  login: "Sign in",
  code: "Two-factor sign-in",
  "sign-up": "Sign up",
  recover: "Forgot password",
  inbox: "Check your inbox",
};

/** The page to return to after the sign-in, if it is one of this site. */
const returnPath = () => routes.after(safeNext(new URLSearchParams(location.search).get("next")));

const isForgotten = () => new URLSearchParams(location.search).has("forgotten");

/**
 * Login, including the code of a second factor, Sign Up, the form for a forgotten password, and the last step of a
 * sign-up. A signed-in user is redirected, also if the link in the mail is opened in another tab.
 */
export function AuthCard({ isMailSent }: { isMailSent: boolean }) {
  const router = useRouter();
  const viewer = useViewer();
  const [screen, setScreen] = useState<Screen>("login");
  const [email, setEmail] = useState("");
  /** The address in the form that is shown; the other form begins with it. */
  const typedEmail = useRef("");
  const [typedName, setTypedName] = useState("");
  const [waitSeconds, setWaitSeconds] = useState(0);
  /** Whether the user came back to the login from another screen, which had the focus. */
  const [isBack, setIsBack] = useState(false);
  /** Whether a sign-in here leads on already. */
  const isLeaving = useRef(false);

  useEffect(() => {
    // A signed-in user who wants to change a forgotten password is not redirected.
    if (viewer && !isLeaving.current && (isBack || !isForgotten())) goOn(router, returnPath());
  }, [viewer, isBack, router]);
  useEffect(() => {
    document.title = `${titles[screen]} | ${site.name}`;
  }, [screen]);
  useEffect(() => {
    if (isForgotten()) setScreen("recover");
  }, []);

  const toLogin = () => {
    setIsBack(true);
    if (!viewer) setScreen("login");
  };
  const backToLogin = (typed: string) => {
    setEmail(typed);
    toLogin();
  };
  const open = (next: Screen, typed: string) => {
    setEmail(typed);
    setScreen(next);
  };
  const toInbox = (address: string, seconds: number) => {
    setWaitSeconds(seconds);
    open("inbox", address);
  };
  const onSignedIn = () => {
    isLeaving.current = true;
    return enter(router, returnPath(), authMessages.signedIn);
  };
  if (screen === "code") return <CodeForm onSuccess={onSignedIn} onBack={toLogin} />;
  if (screen === "inbox") return <CheckInbox email={email} waitSeconds={waitSeconds} onBack={toLogin} />;
  if (screen === "recover" && !isMailSent) return <RecoverByAdministrator onBack={toLogin} />;
  if (screen === "recover") return <RecoverForm email={email} onBack={backToLogin} />;
  return (
    <Tabs
      value={screen}
      onValueChange={(value) => {
        setIsBack(false);
        setEmail(typedEmail.current || email);
        setScreen(value as Screen);
      }}
      onChange={({ target }) => {
        if (!(target instanceof HTMLInputElement)) return;
        if (target.type === "email") typedEmail.current = target.value;
        if (target.name === "displayName") setTypedName(target.value);
      }}
    >
      <TabList aria-label="Sign in or sign up">
        <Tab value="login">Login</Tab>
        <Tab value="sign-up">Sign Up</Tab>
      </TabList>
      <TabPanel value="login" className="pt-6">
        <LoginForm
          email={email}
          takesFocus={isBack}
          onSuccess={(needsCode, typed) => (needsCode ? open("code", typed) : onSignedIn())}
          onUnconfirmed={(typed) => toInbox(typed, 0)}
          onForgotten={(typed) => open("recover", typed)}
        />
      </TabPanel>
      <TabPanel value="sign-up" className="pt-6">
        <SignUpForm
          email={email}
          displayName={typedName}
          onSuccess={(outcome) => {
            if (outcome.needsConfirmation) return toInbox(outcome.email, outcome.waitSeconds);
            showToast("success", authMessages.signedUp);
            backToLogin(outcome.email);
          }}
        />
      </TabPanel>
    </Tabs>
  );
}
