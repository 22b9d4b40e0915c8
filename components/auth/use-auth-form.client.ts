"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { type DefaultValues, type FieldValues, useForm } from "react-hook-form";
import type { z } from "zod";
import { showToast } from "@/components/ui/toast";
import { send } from "./api.client";

type Options<Values extends FieldValues> = {
  schema: z.ZodType<Values, Values>;
  path: string;
  defaultValues: DefaultValues<Values>;
  onSuccess: (values: Values) => void;
};

/**
 * A form that is checked by a schema and sent to a route, one submission at a time. The first
 * failing message is shown as a toast as well as beside its field; so is what the route answers.
 */
export function useAuthForm<Values extends FieldValues>({
  schema,
  path,
  defaultValues,
  onSuccess,
}: Options<Values>) {
  const form = useForm<Values>({ resolver: zodResolver(schema), defaultValues, reValidateMode: "onChange" });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(
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
  return { ...form, submit, isSubmitting, errorOf };
}
