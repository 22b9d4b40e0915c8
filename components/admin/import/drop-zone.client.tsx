"use client";

import { FileUp } from "lucide-react";
import { type DragEvent, useId, useState } from "react";
import { buttonClasses } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { showToast } from "@/components/ui/toast";

type DropZoneProps = {
  isReady: boolean;
  isDisabled: boolean;
  /** The label of the button; `accept` limits the files that the browser offers. */
  label?: string;
  accept?: string;
  /** The error shown for several files; without it, several files are accepted. */
  notOne?: string;
  onFiles: (files: [File, ...File[]]) => void;
};

/** Accepts files that are dropped or chosen. `isReady` is false until the handlers are attached. */
export function DropZone({
  isReady,
  isDisabled,
  label = "Choose a CSV file",
  accept = ".csv,text/csv",
  notOne,
  onFiles,
}: DropZoneProps) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);

  function drop(event: DragEvent) {
    setIsOver(false);
    if (!isDisabled) take(event.dataTransfer.files);
  }

  function take(list: FileList | null) {
    const [first, ...others] = list ?? [];
    if (!first) return;
    if (notOne && others.length > 0) showToast("error", notOne);
    else onFiles([first, ...others]);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an alternative to the file input inside
    <div
      data-drop-zone
      onDragOver={() => setIsOver(!isDisabled)}
      onDragLeave={({ currentTarget, relatedTarget }) =>
        setIsOver(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
      }
      onDrop={drop}
      className={classNames(
        "grid min-h-56 grid-cols-1 content-center justify-items-center gap-4 rounded-xl border-2 border-dashed p-5 text-center transition-colors",
        isOver ? "border-board bg-board-soft" : "border-line",
      )}
    >
      <FileUp aria-hidden="true" className="size-9 text-quiet" strokeWidth={1.25} />
      <input
        id={id}
        type="file"
        accept={accept}
        multiple={notOne === undefined}
        disabled={!isReady || isDisabled}
        aria-describedby={`${id}-hint`}
        className="peer sr-only"
        onChange={({ target }) => {
          take(target.files);
          // So that choosing the same file again fires `change`.
          target.value = "";
        }}
      />
      <label
        htmlFor={id}
        className={buttonClasses(
          "solid",
          classNames(
            "peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-board",
            isDisabled ? "cursor-default opacity-60" : "cursor-pointer",
          ),
        )}
      >
        {label}
      </label>
      <p id={`${id}-hint`} className="text-sm text-quiet pointer-coarse:hidden">
        {notOne ? "or drop it here" : "or drop it here. Several are imported one after the other."}
      </p>
    </div>
  );
}

/**
 * Prevents the browser from opening a file that is dropped outside the drop zone, which would replace the page.
 * @returns a function that removes the listeners
 */
export function preventFileDrop(): () => void {
  const prevent = (event: globalThis.DragEvent) => {
    const isInZone = event.target instanceof Element && event.target.closest("[data-drop-zone]");
    if (event.dataTransfer && !isInZone) event.dataTransfer.dropEffect = "none";
    event.preventDefault();
  };
  window.addEventListener("dragover", prevent);
  window.addEventListener("drop", prevent);
  return () => {
    window.removeEventListener("dragover", prevent);
    window.removeEventListener("drop", prevent);
  };
}
