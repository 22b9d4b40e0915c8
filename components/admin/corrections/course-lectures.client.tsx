"use client";

import { FolderInput, Plus, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { buttonClasses } from "@/components/ui/button";
import { useOpening } from "@/components/ui/use-opening.client";
import { adminRoutes } from "@/lib/admin/routes";
import { countOf, formatCount } from "@/lib/catalogue/display";
import type { EditedCourse } from "@/lib/corrections/types";
import { ConsoleLink } from "../console-navigation.client";
import { AddLectureDialog, DeleteDialog, MoveDialog } from "./lecture-dialogs.client";

type Action = "add" | "delete" | "move";

type CourseLecturesProps = { course: EditedCourse; canEdit: boolean; userId: string };

/** The lectures of a course in order; several can be deleted or moved at once. */
export function CourseLectures({ course, canEdit, userId }: CourseLecturesProps) {
  const { lectures } = course;
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const { opened, open, close } = useOpening<{ what: Action; ids: number[] }>();
  const opener = useRef<HTMLElement | null>(null);
  // Some of the chosen lectures may have been deleted since.
  const ids = lectures.map(({ id }) => id).filter((id) => chosen.has(id));
  const isAll = ids.length === lectures.length;

  function toggle(id: number) {
    const others = new Set(chosen);
    if (!others.delete(id)) others.add(id);
    setChosen(others);
  }
  const action = (what: Action, label: string, Icon: typeof Plus, isOff = false) => (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-disabled={isOff}
      onClick={(event) => {
        if (isOff) return;
        opener.current = event.currentTarget;
        // The lectures that are chosen now: some may go while the dialog is open.
        open({ what, ids });
      }}
      className={buttonClasses("outline", "px-3!")}
    >
      <Icon aria-hidden="true" className="size-4" />
      {label}
    </button>
  );
  const dialog = { course: course.name, ids: opened?.ids ?? [], opener, onClose: close };
  const isOpenForAll = opened?.ids.length === lectures.length;

  return (
    <section aria-labelledby="lectures" className="mt-10 max-w-3xl">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="lectures" className="font-serif text-2xl font-semibold">
          {countOf(lectures.length, "lecture")}
        </h2>
        {canEdit ? action("add", "Add a lecture", Plus) : null}
      </div>
      {canEdit ? (
        <div className="sticky short:static top-16 z-10 mt-3 flex flex-wrap items-center gap-2 bg-paper py-2">
          <label className="inline-flex min-h-11 cursor-pointer items-center gap-3 pl-[1.3125rem] text-sm font-semibold">
            <input
              ref={(box) => {
                if (box) box.indeterminate = ids.length > 0 && !isAll;
              }}
              type="checkbox"
              checked={isAll}
              onChange={() => setChosen(new Set(isAll ? [] : lectures.map(({ id }) => id)))}
              className="size-5 shrink-0 accent-board"
            />
            Select all
          </label>
          <p role="status" className="text-sm text-quiet">
            {ids.length === 0 ? "" : `${formatCount(ids.length)} selected`}
          </p>
          <div className="ml-auto flex flex-wrap gap-2">
            {action("move", "Move…", FolderInput, ids.length === 0)}
            {action("delete", "Delete…", Trash2, ids.length === 0)}
          </div>
        </div>
      ) : null}
      <ol className="mt-2 rounded-2xl border border-line bg-card">
        {lectures.map(({ id, number, name, hasVideo, isHidden }) => (
          <li key={id} className="flex items-center gap-1 border-line px-2 py-1 not-last:border-b">
            {canEdit ? (
              <label className="grid size-11 shrink-0 cursor-pointer place-items-center">
                <input
                  type="checkbox"
                  checked={chosen.has(id)}
                  onChange={() => toggle(id)}
                  className="size-5 accent-board"
                />
                <span className="sr-only">Select {name}</span>
              </label>
            ) : null}
            <span className="w-9 shrink-0 text-right text-sm text-quiet tabular-nums">{number ?? "–"}</span>
            <ConsoleLink
              href={adminRoutes.lecture(id)}
              className="inline-flex min-h-11 min-w-0 grow items-center px-3 py-1 wrap-anywhere hover:text-board hover:underline"
            >
              <bdi>{name}</bdi>
            </ConsoleLink>
            <span className="flex shrink-0 flex-col gap-1 empty:hidden">
              {isHidden ? <Badge look="plain">Hidden</Badge> : null}
              {hasVideo ? null : <Badge look="plain">No video</Badge>}
            </span>
          </li>
        ))}
      </ol>
      {opened?.what === "add" ? <AddLectureDialog {...dialog} lectures={lectures} userId={userId} /> : null}
      {opened?.what === "delete" ? <DeleteDialog {...dialog} isAll={isOpenForAll} /> : null}
      {opened?.what === "move" ? <MoveDialog {...dialog} isAll={isOpenForAll} /> : null}
    </section>
  );
}
