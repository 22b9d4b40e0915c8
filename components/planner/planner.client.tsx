"use client";
// Rendered rarely: the compiler's memoisation would make it a third larger.
"use no memo";

import { lazy, Suspense, useRef, useState } from "react";
import { tryLoad } from "@/components/api/try-load.client";
import { showToast } from "@/components/ui/toast";
import { plannerMessages } from "@/lib/planner/messages";
import { dateSamples, type SampleTask } from "@/lib/planner/samples";
import {
  type NewTask,
  noDraft,
  splitTasks,
  type Task,
  type TaskDraft,
  type TaskEvent,
  type Tasks,
  tasksOf,
  tasksReducer,
} from "@/lib/planner/tasks";
import { PlannerShell, TaskSection } from "./planner-parts";
import { TaskCard } from "./task-card";
import { useToday } from "./use-today.client";

// Loaded when the button has the pointer or the focus, and shown only once it is loaded.
const loadDialog = () => import("./add-task-dialog.client");
const prepareDialog = () => void loadDialog().catch(() => {});
const AddTaskDialog = lazy(() => loadDialog().then(({ AddTaskDialog }) => ({ default: AddTaskDialog })));

/**
 * The learner's tasks. They are kept only as long as the page is open. The page is the same for everyone: the dates of
 * the sample tasks follow from the learner's own calendar, and nothing can be changed before they are known.
 */
export function Planner({ samples }: { samples: readonly SampleTask[] }) {
  const today = useToday();
  const initial = tasksOf(dateSamples(samples, today));
  const [changed, setChanged] = useState<Tasks>();
  const dispatch = (event: TaskEvent) => setChanged((tasks) => tasksReducer(tasks ?? initial, event));
  const [isAdding, setIsAdding] = useState(false);
  const [draft, setDraft] = useState<TaskDraft>(noDraft);
  const opener = useRef<HTMLButtonElement>(null);
  const movedTask = useRef<number>(null);
  const { upcoming, completed } = splitTasks(changed ?? initial);

  async function openDialog() {
    if (await tryLoad(loadDialog)) setIsAdding(true);
  }

  function addTask(task: NewTask) {
    dispatch({ type: "add", task });
    closeDialog(noDraft);
    showToast("success", plannerMessages.added);
  }

  function closeDialog(kept: TaskDraft) {
    setDraft(kept);
    setIsAdding(false);
  }

  function toggle(id: number) {
    movedTask.current = id;
    dispatch({ type: "toggle", id });
    showToast("success", plannerMessages.updated);
  }

  /** A task that moves to the other list is mounted again there, and its button takes the focus again. */
  const keepFocus = (id: number) => (button: HTMLButtonElement | null) => {
    if (!button || movedTask.current !== id) return;
    movedTask.current = null;
    button.focus({ preventScroll: true });
    // Users of the mouse go on where they are.
    if (button.matches(":focus-visible")) button.scrollIntoView({ block: "nearest" });
  };

  const card = (task: Task) => (
    <TaskCard
      key={task.id}
      task={task}
      isDisabled={!today}
      onToggle={() => toggle(task.id)}
      toggleRef={keepFocus(task.id)}
    />
  );
  return (
    <PlannerShell
      addTask={{
        ref: opener,
        disabled: !today,
        onClick: () => void openDialog(),
        onPointerEnter: prepareDialog,
        onFocus: prepareDialog,
        "aria-haspopup": "dialog",
      }}
    >
      <TaskSection title="Upcoming">{upcoming.map(card)}</TaskSection>
      {completed.length > 0 ? <TaskSection title="Completed">{completed.map(card)}</TaskSection> : null}
      {isAdding ? (
        <Suspense fallback={null}>
          <AddTaskDialog draft={draft} onAdd={addTask} onClose={closeDialog} opener={opener} />
        </Suspense>
      ) : null}
    </PlannerShell>
  );
}
