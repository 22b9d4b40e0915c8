"use client";
// What the compiler would add is a third of it, and it renders rarely.
"use no memo";

import { lazy, Suspense, useReducer, useRef, useState } from "react";
import { showToast } from "@/components/ui/toast";
import { plannerMessages } from "@/lib/planner/messages";
import { type NewTask, splitTasks, type Task, type Tasks, tasksReducer } from "@/lib/planner/tasks";
import { PlannerShell, TaskSection } from "./planner-parts";
import { TaskCard } from "./task-card";

// The dialog, the course select and the list of courses are no part of the page until they are asked for.
const loadDialog = () => import("./add-task-dialog.client");
const AddTaskDialog = lazy(() => loadDialog().then(({ AddTaskDialog }) => ({ default: AddTaskDialog })));

/** The tasks as the learner changes them. They live as long as the page is shown. */
export function PlannerBoard({ initial }: { initial: Tasks }) {
  const [tasks, dispatch] = useReducer(tasksReducer, initial);
  const [isAdding, setIsAdding] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const moved = useRef<number>(null);
  const { upcoming, completed } = splitTasks(tasks);

  function add(task: NewTask) {
    dispatch({ type: "add", task });
    setIsAdding(false);
    showToast("success", plannerMessages.added);
  }

  function toggle(id: number) {
    moved.current = id;
    dispatch({ type: "toggle", id });
    showToast("success", plannerMessages.updated);
  }

  /** The button of a task that changes lists is another one there: it takes the focus along. */
  const takeFocus = (id: number) => (button: HTMLButtonElement | null) => {
    if (!button || moved.current !== id) return;
    moved.current = null;
    button.focus({ preventScroll: true });
  };

  const card = (task: Task) => (
    <TaskCard key={task.id} task={task} onToggle={() => toggle(task.id)} toggleRef={takeFocus(task.id)} />
  );
  return (
    <PlannerShell
      addTask={{
        ref: opener,
        onClick: () => setIsAdding(true),
        onPointerEnter: loadDialog,
        onFocus: loadDialog,
        "aria-haspopup": "dialog",
      }}
    >
      <TaskSection title="Upcoming">{upcoming.map(card)}</TaskSection>
      {completed.length > 0 ? <TaskSection title="Completed">{completed.map(card)}</TaskSection> : null}
      {isAdding ? (
        <Suspense fallback={null}>
          <AddTaskDialog onAdd={add} onClose={() => setIsAdding(false)} opener={opener} />
        </Suspense>
      ) : null}
    </PlannerShell>
  );
}
