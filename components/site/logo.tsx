/** An open book on its stand, a ribbon between the pages. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <path
        d="M15 7.2C11.8 4.9 7.3 4.3 3 5.200V18c4.3-.9 8.8-.3 12 2zM17 7.200C20.2 4.9 24.7 4.3 29 5.200V18c-4.3-.9-8.8-.3-12 2z"
        fill="var(--board)"
      />
      <path
        d="M14.6 22.400h2.800l.9 4.100h4.200a1.250 1.250 0 0 1 0 2.500h-13a1.250 1.250 0 0 1 0-2.500h4.200z"
        fill="var(--board)"
      />
      <path d="M22 4.600v7.200l1.9-1.5 1.9 1.500V4.700q-1.9-.3-3.8-.1z" fill="var(--chalk)" />
    </svg>
  );
}

export function Logo() {
  return (
    <span className="inline-flex items-center gap-2 font-serif text-xl font-semibold tracking-tight">
      <LogoMark className="size-8" />
      Lectern
    </span>
  );
}
