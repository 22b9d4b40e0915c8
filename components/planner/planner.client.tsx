"use client";
// Rendered rarely: the compiler's memoisation would make it a third larger.
"use no memo";

import { dateSamples, type SampleTask } from "@/lib/planner/samples";
import { tasksOf } from "@/lib/planner/tasks";
import { PlannerBoard } from "./planner-board.client";
import { PlannerShell, TaskSection } from "./planner-parts";
import { TaskCard } from "./task-card";
import { useToday } from "./use-today.client";

/** The page is the same for everyone; the dates of the sample tasks follow from the learner's own calendar. */
export function Planner({ samples }: { samples: readonly SampleTask[] }) {
  const today = useToday();
  if (today) return <PlannerBoard initial={tasksOf(dateSamples(samples, today))} />;
  return (
    <PlannerShell>
      <TaskSection title="Upcoming">
        {samples.map((sample) => (
          <TaskCard key={sample.topic} task={{ ...sample, date: null, completed: false }} />
        ))}
      </TaskSection>
    </PlannerShell>
  );
}
