"use client";

import { type DefaultValues, type FieldValues, useForm } from "react-hook-form";
import type { z } from "zod";
import { send } from "@/components/api/calls.client";
import { showToast } from "@/components/ui/toast";
import { apiMessages } from "@/lib/api/messages";

type Options<Values extends FieldValues> = {
  /** Loads the schema. It is ten times as large as the form, and needed when something is typed. */
  loadSchema: () => Promise<z.ZodType<Values, Values>>;
  path: string;
  defaultValues: DefaultValues<Values>;
  onSuccess: (values: Values) => void;
};

/**
 * A form that is checked by a schema and sent to a route, one submission at a time. The first
 * failing message is shown as a toast as well as beside its field; so is what the route answers.
 */
export function useAuthForm<Values extends FieldValues>({
  loadSchema,
  path,
  defaultValues,
  onSuccess,
}: Options<Values>) {
  const loadResolver = async () => {
    const [{ zodResolver }, schema] = await Promise.all([import("@hookform/resolvers/zod"), loadSchema()]);
    return zodResolver(schema);
  };
  const form = useForm<Values>({
    resolver: async (...input) => (await loadResolver())(...input),
    defaultValues,
    reValidateMode: "onChange",
  });
  const { errors, isSubmitting } = form.formState;
  const check = form.handleSubmit(
    async (values) => {
      const outcome = await send("POST", path, values);
      if (outcome.ok) onSuccess(values);
      else showToast("error", outcome.message);
    },
    (failures) => {
      // In the order of the form, not of the failures.
      const first = Object.keys(defaultValues).find((name) => failures[name]);
      if (first) showToast("error", String(failures[first]?.message));
    },
  );
  const errorOf = (name: keyof Values) => errors[name as string]?.message as string | undefined;
  /** For the form's `onFocus`: who comes to a field will want it checked. */
  const prepare = () => void loadResolver().catch(() => {});
  const submit = () => void check().catch(() => showToast("error", apiMessages.unreachable));
  return { ...form, prepare, submit, isSubmitting, errorOf };
}
