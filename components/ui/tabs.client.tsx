"use client";

import * as RadixTabs from "@radix-ui/react-tabs";
import type { ComponentProps } from "react";

export const Tabs = RadixTabs.Root;
export const TabPanel = RadixTabs.Content;

export function TabList(props: ComponentProps<typeof RadixTabs.List>) {
  return (
    <RadixTabs.List
      {...props}
      className="grid auto-cols-fr grid-flow-col gap-1 rounded-xl bg-well p-1 dark:bg-paper"
    />
  );
}

export function Tab(props: ComponentProps<typeof RadixTabs.Trigger>) {
  return (
    <RadixTabs.Trigger
      {...props}
      className="min-h-11 rounded-lg text-sm font-semibold text-quiet data-[state=active]:bg-card dark:data-[state=active]:bg-board-soft data-[state=active]:text-ink data-[state=active]:shadow-sm"
    />
  );
}
