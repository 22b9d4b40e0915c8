"use client";

import * as RadixSelect from "@radix-ui/react-select";
import { Check, ChevronDown } from "lucide-react";

type SelectOption = { value: string; label: string };

type SelectProps = {
  label: string;
  value: string;
  /** Radix allows no empty `value`. */
  options: readonly SelectOption[];
  onChange: (value: string) => void;
};

export function Select({ label, value, options, onChange }: SelectProps) {
  return (
    <RadixSelect.Root value={value} onValueChange={onChange}>
      <RadixSelect.Trigger
        aria-label={label}
        className="inline-flex min-h-11 max-w-full min-w-0 items-center justify-between gap-2 rounded-lg border border-field bg-card px-3.5 py-2 text-left text-sm font-medium hover:border-board"
      >
        <span>
          <RadixSelect.Value />
        </span>
        <ChevronDown aria-hidden="true" className="size-4 text-quiet" />
      </RadixSelect.Trigger>
      <RadixSelect.Portal>
        <RadixSelect.Content
          position="popper"
          sideOffset={6}
          className="z-40 max-h-(--radix-select-content-available-height) max-w-[calc(100vw-2rem)] min-w-(--radix-select-trigger-width) overflow-hidden rounded-xl border border-line bg-card shadow-lg"
        >
          <RadixSelect.Viewport className="p-1.5">
            {options.map((option) => (
              <RadixSelect.Item
                key={option.value}
                value={option.value}
                className="flex min-h-11 cursor-pointer items-center gap-2 rounded-lg pr-8 pl-3 text-sm outline-board -outline-offset-2 data-highlighted:bg-well data-highlighted:outline-2 data-[state=checked]:font-semibold"
              >
                <RadixSelect.ItemText>{option.label}</RadixSelect.ItemText>
                <RadixSelect.ItemIndicator className="absolute right-3">
                  <Check aria-hidden="true" className="size-4 text-board" />
                </RadixSelect.ItemIndicator>
              </RadixSelect.Item>
            ))}
          </RadixSelect.Viewport>
        </RadixSelect.Content>
      </RadixSelect.Portal>
    </RadixSelect.Root>
  );
}
