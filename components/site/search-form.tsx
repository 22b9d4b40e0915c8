import { Search } from "lucide-react";
import { SearchField } from "./search-field.client";

type SearchFormProps = { label: string; large?: boolean };

export function SearchForm({ label, large }: SearchFormProps) {
  return (
    <search>
      <SearchField
        aria-label={label}
        className={`w-full rounded-lg border border-field bg-card pr-4 pl-11 text-base text-ellipsis placeholder:text-quiet ${large ? "h-14" : "h-11"}`}
      >
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-quiet"
        />
      </SearchField>
    </search>
  );
}
