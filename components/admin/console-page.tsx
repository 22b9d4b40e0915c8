import type { ReactNode } from "react";

type ConsolePageProps = {
  title: string;
  /** An id for the title, for what it names. */
  titleId?: string;
  children: ReactNode;
};

/** A page of the console: its title, and what stands under it. */
export function ConsolePage({ title, titleId, children }: ConsolePageProps) {
  return (
    <>
      <h1 id={titleId} className="font-serif text-3xl font-semibold tracking-tight text-balance break-words">
        {title}
      </h1>
      {children}
    </>
  );
}
