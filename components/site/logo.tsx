type LogoMarkProps = { className?: string; size?: number; board?: string; chalk?: string };

export function LogoMark({ className, size, board = "var(--board)", chalk = "var(--chalk)" }: LogoMarkProps) {
  return (
    <svg viewBox="0 0 32 32" className={className} width={size} height={size} aria-hidden="true">
      <path
        d="M15 7.2C11.8 4.9 7.3 4.3 3 5.2V18c4.3-.9 8.8-.3 12 2zM17 7.2C20.2 4.9 24.7 4.3 29 5.2V18c-4.3-.9-8.8-.3-12 2z"
        fill={board}
      />
      <path d="M14.6 22.4h2.8l.9 4.1h4.2a1.25 1.25 0 0 1 0 2.5h-13a1.25 1.25 0 0 1 0-2.5h4.2z" fill={board} />
      <path d="M22 4.6v7.2l1.9-1.5 1.9 1.5V4.7q-1.9-.3-3.8-.1z" fill={chalk} />
    </svg>
  );
}

/** A logo may stop growing with the text size if there is no room: it always fits beside a button. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-[min(0.5rem,2.5vw)] font-serif text-[min(1.25rem,6.25vw)] leading-snug font-semibold tracking-tight whitespace-nowrap">
      <LogoMark className="size-[min(2rem,10vw)]" />
      Lectern
    </span>
  );
}
