import { useId } from "react";

type RadioOptionsProps<Value> = {
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
};

/** Radio buttons. The caller puts them into a `fieldset` whose legend is the question. */
export function RadioOptions<Value>({ value, options, onChange }: RadioOptionsProps<Value>) {
  const name = useId();
  return options.map((option) => (
    <label key={option.label} className="flex min-h-11 cursor-pointer items-center gap-2.5 text-sm">
      <input
        type="radio"
        name={name}
        checked={option.value === value}
        onChange={() => onChange(option.value)}
        className="size-5 shrink-0 accent-board"
      />
      {option.label}
    </label>
  ));
}
