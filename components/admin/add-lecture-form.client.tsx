"use client";

import { buttonClasses } from "@/components/ui/button";
import { TextField } from "@/components/ui/text-field";
import { showToast } from "@/components/ui/toast";
import { adminMessages } from "@/lib/admin/messages";
import { MAX_DESCRIPTION_LENGTH, MAX_TITLE_LENGTH } from "@/lib/admin/text-limits";
import { LimitedField } from "./limited-field.client";

const pullData = () => showToast("info", adminMessages.pullLater);
const createLecture = () => showToast("info", adminMessages.createLater);

/** What a lecture will be made of. So far the buttons only say that they will do something. */
export function AddLectureForm() {
  return (
    // A form of this method sends nothing, whatever is pressed before the page is ready.
    <form
      method="dialog"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        createLecture();
      }}
      className="mt-8 flex max-w-2xl flex-col gap-6 rounded-2xl border border-line bg-card p-5 sm:p-8"
    >
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-1 basis-64">
          <TextField
            label="YouTube Link"
            name="youtube"
            type="url"
            inputMode="url"
            autoComplete="off"
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              pullData();
            }}
          />
        </div>
        <button type="button" onClick={pullData} className={buttonClasses("outline", "h-12")}>
          Pull Data
        </button>
      </div>
      <LimitedField label="Title" name="title" limit={MAX_TITLE_LENGTH} />
      <TextField label="Source/Institution" name="institution" autoComplete="off" />
      <TextField label="Instructor" name="instructor" autoComplete="off" />
      <LimitedField label="Description" name="description" limit={MAX_DESCRIPTION_LENGTH} isLong />
      <div className="flex flex-wrap gap-3">
        <button type="submit" className={buttonClasses("solid")}>
          Add to Database
        </button>
        <button type="button" onClick={createLecture} className={buttonClasses("outline")}>
          Save Draft
        </button>
      </div>
    </form>
  );
}
