"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { announceSession } from "@/components/api/session.client";
import { Tab, TabList, TabPanel, Tabs } from "@/components/ui/tabs.client";
import { showToast } from "@/components/ui/toast";
import { authMessages } from "@/lib/auth/messages";
import { safeNext } from "@/lib/auth/safe-next";
import { routes } from "@/lib/routes";
import { LoginForm } from "./login-form.client";
import { RecoverForm } from "./recover-form.client";
import { SignUpForm } from "./sign-up-form.client";
import { useViewer } from "./use-viewer.client";

type Screen = "login" | "sign-up" | "recover";

/** The page to return to, if it is one of this site. */
const returnPath = () => routes.after(safeNext(new URLSearchParams(location.search).get("next")));

/** Login, Sign Up and the form for a forgotten password. A signed-in user is sent on. */
export function AuthCard() {
  const router = useRouter();
  const viewer = useViewer();
  const [screen, setScreen] = useState<Screen>("login");
  const [email, setEmail] = useState("");

  useEffect(() => {
    if (viewer) router.replace(returnPath());
  }, [viewer, router]);
  useEffect(() => {
    if (new URLSearchParams(location.search).get("link") === "invalid") {
      showToast("error", authMessages.invalidLink);
    }
  }, []);

  const toLogin = () => setScreen("login");
  if (screen === "recover") return <RecoverForm email={email} onBack={toLogin} />;
  return (
    <Tabs value={screen} onValueChange={(value) => setScreen(value as Screen)}>
      <TabList aria-label="Sign in or sign up">
        <Tab value="login">Login</Tab>
        <Tab value="sign-up">Sign Up</Tab>
      </TabList>
      <TabPanel value="login" className="pt-6">
        <LoginForm
          email={email}
          onSuccess={() => {
            showToast("success", authMessages.signedIn);
            announceSession();
            router.replace(returnPath());
          }}
          onForgotten={(typed) => {
            setEmail(typed);
            setScreen("recover");
          }}
        />
      </TabPanel>
      <TabPanel value="sign-up" className="pt-6">
        <SignUpForm
          onSuccess={(registered) => {
            showToast("success", authMessages.signedUp);
            setEmail(registered);
            toLogin();
          }}
        />
      </TabPanel>
    </Tabs>
  );
}
