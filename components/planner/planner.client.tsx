"use client";
// What the compiler would add is a third of it, and it renders rarely.
"use no memo";

import { dateSamples, type SampleTask } from "@/lib/planner/samples";
import { tasksOf } from "@/lib/planner/tasks";
import { PlannerBoard } from "./planner-board.client";
import { PlannerShell, TaskSection } from "./planner-parts";
import { TaskCard } from "./task-card";
import { useToday } from "./use-today.client";

/** The planner. The shared page shows the sample tasks without their dates, which only a learner's day gives. */
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
