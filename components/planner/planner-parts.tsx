// Rendered rarely: the compiler's memoisation would make it a third larger.
"use no memo";

import { CalendarCheck, Plus } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { buttonClasses } from "@/components/ui/button";
import { NoScriptNote } from "@/components/ui/no-script";
import { plannerMessages } from "@/lib/planner/messages";

type PlannerShellProps = { addTask: ComponentProps<"button">; children: ReactNode };

/** Title and Add Task above the tasks. */
export function PlannerShell({ addTask, children }: PlannerShellProps) {
  return (
    <div className="shell max-w-3xl! py-8 sm:py-10">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="font-serif text-3xl font-semibold tracking-tight">Study Planner</h1>
        <button type="button" {...addTask} className={buttonClasses("solid", "needs-script print:hidden")}>
          <Plus aria-hidden="true" className="size-4" />
          Add Task
        </button>
      </div>
      <NoScriptNote>Planning needs JavaScript.</NoScriptNote>
      {children}
    </div>
  );
}

export function TaskSection({ title, children }: { title: string; children: ReactNode[] }) {
  const id = `${title.toLowerCase()}-tasks`;
  return (
    <section aria-labelledby={id} className="mt-8">
      <h2 id={id} className="font-serif text-xl font-semibold">
        {title}
      </h2>
      {children.length > 0 ? <ul className="mt-4 flex flex-col gap-3">{children}</ul> : <NoTasks />}
    </section>
  );
}

function NoTasks() {
  return (
    <div className="mt-4 rounded-2xl border border-dashed border-line px-6 py-12 text-center">
      <CalendarCheck aria-hidden="true" className="mx-auto size-10 text-quiet" strokeWidth={1.25} />
      <p className="mt-3 text-quiet">{plannerMessages.empty}</p>
    </div>
  );
}
