import type { ReactNode } from "react";

type ConsolePageProps = {
  title: string;
  /** An id for the title, for elements that it labels. */
  titleId?: string;
  children: ReactNode;
};

/** A page of the console: its title and its contents. */
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
