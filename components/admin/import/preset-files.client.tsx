"use client";

import { buttonClasses } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { presets } from "@/lib/lecture-import/files";
import { FailureNote, ImportBar } from "./activity-view.client";
import { importPreset } from "./import-preset.client";
import { useImportState } from "./import-state.client";

/** A button for each file that comes with the product. */
export function PresetFiles() {
  const { activity, failure, isReady } = useImportState();
  const progress = activity?.kind === "preset" ? activity : null;
  return (
    <section aria-labelledby="preset-files" className="rounded-2xl border border-line bg-card p-5 sm:p-6">
      <h2 id="preset-files" className="font-serif text-xl font-semibold">
        Preset files
      </h2>
      <div className="mt-1 min-h-11 text-sm">
        {progress ? (
          <>
            <p className="mb-2">{progress.text}</p>
            <ImportBar label={progress.name} percent={null} valueText={progress.text} />
          </>
        ) : (
          <p className="text-quiet">
            The lectures that come with the product. Those already there are not added twice.
          </p>
        )}
      </div>
      {failure?.kind === "preset" ? <FailureNote failure={failure} /> : null}
      <ul className="mt-4 grid grid-cols-2 gap-2.5">
        {presets.map((preset) => {
          const isRunning = progress?.name === preset.label;
          return (
            <li key={preset.fileName} className="flex">
              <button
                type="button"
                disabled={!isReady}
                // While something runs not `disabled`, which would take the focus away.
                aria-disabled={activity !== null}
                onClick={() => void importPreset(preset)}
                className={buttonClasses(
                  "outline",
                  classNames(
                    "grow px-2.5! py-2 leading-tight",
                    isRunning
                      ? "animate-pulse border-board! bg-board-soft! text-board"
                      : "aria-disabled:opacity-60",
                  ),
                )}
              >
                <PresetLabel text={preset.label} />
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** In two lines, if need be, and not in the middle of the file's name. */
function PresetLabel({ text }: { text: string }) {
  const end = text.lastIndexOf(" ");
  return (
    <span>
      {text.slice(0, end + 1)}
      <span className="whitespace-nowrap">{text.slice(end + 1)}</span>
    </span>
  );
}
