/** Decoration of the hero: a sine wave and its unit circle, an atom, a molecule, code. */
export function ChalkDrawing() {
  return (
    <svg
      viewBox="0 0 420 400"
      aria-hidden="true"
      className="absolute -z-10 top-1/2 right-4 hidden h-[82%] max-w-[38%] -translate-y-1/2 text-hero-ink lg:block xl:right-10 forced-colors:hidden"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <g opacity=".55">
        <circle cx="86" cy="230" r="52" />
        <path d="M20 230h384m-8-5 8 5-8 5M86 162v136" strokeWidth="1.4" />
        <path d="M138 230c22-69.5 44-69.5 66 0s44 69.5 66 0 44-69.5 66 0" strokeWidth="2.6" />
      </g>
      <g stroke="var(--chalk-on-board)" strokeWidth="2.6">
        <path d="m86 230 37-37" />
        <path d="M123 193h34" strokeDasharray="1 7" />
        <path d="M106 230a20 20 0 0 0-6-14" strokeWidth="1.8" />
      </g>
      <circle cx="123" cy="193" r="5" fill="var(--chalk-on-board)" stroke="none" />
      <g opacity=".5" transform="translate(318 84)">
        <ellipse rx="66" ry="24" />
        <ellipse rx="66" ry="24" transform="rotate(60)" />
        <ellipse rx="66" ry="24" transform="rotate(120)" />
        <circle r="6" fill="currentColor" />
        <circle cx="64" cy="6" r="4.5" fill="currentColor" />
      </g>
      <g opacity=".5" transform="translate(132 84)">
        <path d="M0-40 34.6-20v40L0 40l-34.6-20v-40z" />
        <path d="m0-30 26 15v30M-26 15v-30" strokeWidth="1.6" />
        <path d="m34.6 20 27 16M0-40v-22" />
      </g>
      <g opacity=".5" transform="translate(96 348)" strokeWidth="2.6">
        <path d="M0-20-20 0 0 20M64-20 84 0 64 20M42-26 22 26" />
      </g>
      <g opacity=".5" transform="translate(276 346)">
        <path d="M0-26c-9-3-13 3-14 12l-4 30c-1 9-5 15-14 12" strokeWidth="2.6" />
        <path d="M14 6c9-16 18-16 18 0s9 16 18 0M64-6h24M64 8h24M104 14l12-30 12 30m-20-10h16" />
      </g>
    </svg>
  );
}
