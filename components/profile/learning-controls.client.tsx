"use client";

import { Select } from "@/components/ui/select.client";
import type { LearningCourse } from "@/lib/progress/types";
import { filterValues, type LearningView, type Sort, sorts } from "@/lib/progress/view";

type LearningControlsProps = {
  courses: readonly LearningCourse[];
  view: LearningView;
  onChange: (change: Partial<LearningView>) => void;
};

export function LearningControls({ courses, view, onChange }: LearningControlsProps) {
  return (
    <>
      <Select
        label="Sort by"
        value={view.sort}
        options={Object.entries(sorts).map(([value, label]) => ({ value, label }))}
        onChange={(sort) => onChange({ sort: sort as Sort })}
      />
      <Filter
        label="Subject"
        all="All Subjects"
        values={filterValues(courses, "subject")}
        value={view.subject}
        onChange={(subject) => onChange({ subject })}
      />
      <Filter
        label="Institution"
        all="All Institutions"
        values={filterValues(courses, "institution")}
        value={view.institution}
        onChange={(institution) => onChange({ institution })}
      />
    </>
  );
}

type FilterProps = {
  label: string;
  all: string;
  values: readonly string[];
  value: string | null;
  onChange: (value: string | null) => void;
};

// A Radix select allows no empty value. The prefix tells a subject called "all" from the option for all subjects.
const ALL = "all";
const PREFIX = "=";

function Filter({ label, all, values, value, onChange }: FilterProps) {
  if (values.length === 0) return null;
  // The address may name a value that no course has any more.
  const offered = value === null || values.includes(value) ? values : [...values, value];
  return (
    <Select
      label={label}
      value={value === null ? ALL : PREFIX + value}
      options={[
        { value: ALL, label: all },
        ...offered.map((each) => ({ value: PREFIX + each, label: each })),
      ]}
      onChange={(chosen) => onChange(chosen === ALL ? null : chosen.slice(PREFIX.length))}
    />
  );
}
