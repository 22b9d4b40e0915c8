import type { Metadata } from "next";
import { Planner } from "@/components/planner/planner.client";
import { getHome } from "@/lib/catalogue/queries.server";
import { sampleTasks } from "@/lib/planner/samples";

export const dynamic = "force-static";

export const metadata: Metadata = {
  title: "Study Planner",
  description: "Plan what to study and when.",
  robots: { index: false, follow: true },
};

export default async function PlannerPage() {
  return <Planner samples={sampleTasks(await getHome())} />;
}
