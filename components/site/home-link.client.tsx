"use client";

import type { ComponentProps } from "react";
import { IntentLink } from "@/components/ui/intent-link.client";
import { routes } from "@/lib/routes";
import { useNavigation } from "./navigation.client";

/** A link to the home page, which shows its skeleton when it takes a moment. */
export function HomeLink(props: Omit<ComponentProps<typeof IntentLink>, "href">) {
  const { goHome } = useNavigation();
  return (
    <IntentLink
      {...props}
      href={routes.home()}
      onNavigate={(event) => {
        event.preventDefault();
        goHome();
      }}
    />
  );
}
