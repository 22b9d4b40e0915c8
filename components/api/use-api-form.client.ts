"use client";

import { type RefObject, useState } from "react";
import { type DefaultValues, type FieldValues, type Path, type PathValue, useForm } from "react-hook-form";
import type { z } from "zod";
import { showToast } from "@/components/ui/toast";
import { apiMessages } from "@/lib/api/messages";
import { type Failure, send } from "./calls.client";
import { type FieldsDraft, readDraft } from "./draft.client";
import { withLineBreaksOf } from "./line-breaks";
import { rejectIfSlow } from "./try-load.client";
import { type KeptFields, useUnsentText } from "./use-unsent-text.client";

type Options<Input extends FieldValues, Output, Data> = {
  /** Loads the schema, on the first focus or submit: it is ten times as large as the form. */
  loadSchema: () => Promise<z.ZodType<Output, Input>>;
  /** Keys in the order of the fields: the toast shows the message of the first invalid one. */
  defaultValues: DefaultValues<Input>;
  /**
   * Whether other default values, as of a page that was refreshed, are shown in the fields that the user has not changed
   * since the last save.
   */
  followsDefaults?: boolean;
  /** The route that the validated values are sent to by POST. Without a path they are not sent. */
  path?: string;
  /** `data` is the route's response. */
  onSuccess: (values: Output, data: Data | undefined) => void;
  /** Returns whether it has handled the failure; if not, the failure's message is shown. */
  onFailure?: (failure: Failure, values: Output) => boolean;
  /** The field that a failure is about, if any: the message is then shown beside the field, too. */
  fieldOf?: (failure: Failure) => Path<Input> | undefined;
  draft?: FieldsDraft;
  /** The toast's message for values that fail the schema, instead of the first field's message. */
  invalidMessage?: string;
  /** The labels of the fields, if messages do not name their field: the toast then begins with the label. */
  labels?: Partial<Record<string, string>>;
};

/**
 * A form that is validated by a schema and sent to a route. The first validation message is shown as a toast and
 * beside its field; a route's error message is shown as a toast, and beside the field that `fieldOf` returns.
 */
export function useApiForm<Input extends FieldValues, Output, Data = unknown>(
  options: Options<Input, Output, Data>,
) {
  const { loadSchema, defaultValues, followsDefaults, path, onSuccess, onFailure, fieldOf } = options;
  const { invalidMessage, labels, draft } = options;
  const [kept] = useState(() => draft && readDraft<KeptFields>(draft));
  const loadResolver = async () => {
    const [{ zodResolver }, schema] = await rejectIfSlow(
      Promise.all([import("@hookform/resolvers/zod"), loadSchema()]),
    );
    return zodResolver(schema);
  };
  const form = useForm<Input, unknown, Output>({
    resolver: async (typed, ...input) =>
      (await loadResolver())(withLineBreaksOf(defaultValues, typed), ...input),
    defaultValues: followsDefaults ? defaultValues : { ...defaultValues, ...kept?.texts },
    ...(followsDefaults && { values: defaultValues as Input, resetOptions: { keepDirtyValues: true } }),
    reValidateMode: "onChange",
  });
  const { register, setValue, getValues, setError, formState } = form;
  // Reading `dirtyFields` makes the library keep it up to date.
  const { errors, isSubmitting, dirtyFields: _ } = formState;
  const unsent = useUnsentText({ form, defaultValues, followsDefaults, draft, kept });
  const check = (typed: Input) =>
    form.handleSubmit(
      async (values) => {
        const result = path
          ? await send<Data>("POST", path, values as object)
          : { ok: true as const, data: undefined };
        if (result.ok) {
          if (followsDefaults) form.resetDefaultValues(typed);
          unsent.settle(typed);
          return onSuccess(values, result.data);
        }
        if (onFailure?.(result, values)) return;
        const { message } = result;
        const name = fieldOf?.(result);
        if (name) setError(name, { message }, { shouldFocus: true });
        showToast("error", message);
      },
      (failures) => {
        // In the order of the fields: `failures` has another one. A field that starts without a value has no default.
        const first = [...Object.keys(defaultValues), ...Object.keys(failures)].find(
          (name) => failures[name],
        );
        if (!first) return;
        const message = invalidMessage ?? String(failures[first]?.message);
        showToast("error", labels?.[first] ? `${labels[first]}: ${message}` : message);
      },
    );
  const errorOf = (name: keyof Input) => errors[name]?.message as string | undefined;
  /** The properties of a text field; `element` is set to its input, for a dialog that focuses it first. */
  const field = (name: Path<Input>, element?: RefObject<HTMLElement | null>) => {
    const registered = register(name);
    const ref = (input: HTMLElement | null) => {
      if (element) element.current = input;
      registered.ref(input);
    };
    return { ...registered, ref, error: errorOf(name) };
  };
  /** The properties of a field that is not a plain input, such as a combobox. The caller keeps its value. */
  const choice = (name: Path<Input>) => {
    const { ref } = register(name);
    return {
      ref: (input: HTMLElement | null) => ref(input && { focus: () => input.focus() }),
      set: (value: PathValue<Input, Path<Input>> | undefined) =>
        setValue(name, value as PathValue<Input, Path<Input>>, { shouldValidate: formState.isSubmitted }),
      error: errorOf(name),
    };
  };
  /** For the form's `onFocus`: loads the schema before the visitor submits the form. */
  const prepare = () => void loadResolver().catch(() => {});
  const submit = () => {
    const typed = { ...getValues() };
    void check(typed)().catch(() => showToast("error", apiMessages.unreachable));
  };
  const { isRestored, discard } = unsent;
  return { field, choice, getValues, prepare, submit, isSubmitting, isRestored, discard };
}
