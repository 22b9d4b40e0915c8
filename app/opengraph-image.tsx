import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ImageResponse } from "next/og";
import { site } from "@/lib/site";

export const alt = `${site.name}: ${site.promise}`;
export const size = { width: 1200, height: 630 };
export const contentType = "image/png";

const FONT = "node_modules/@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff";

/** The picture of a shared link that has no picture of its own: the board, made once at build. */
export default async function OpenGraphImage() {
  const font = await readFile(join(process.cwd(), FONT));
  return new ImageResponse(
    <div
      style={{
        display: "flex",
        flexDirection: "column",
        justifyContent: "space-between",
        width: "100%",
        height: "100%",
        padding: 80,
        background: "#1c5541",
        color: "#ffffff",
        fontFamily: "Source Serif 4",
      }}
    >
      <div style={{ display: "flex", alignItems: "center", gap: 24, fontSize: 56 }}>
        <svg viewBox="0 0 32 32" width="84" height="84" aria-hidden="true">
          <path
            fill="#ffffff"
            d="M15 7.2C11.8 4.9 7.3 4.3 3 5.2V18c4.3-.9 8.8-.3 12 2zM17 7.2C20.2 4.9 24.7 4.3 29 5.2V18c-4.3-.9-8.8-.3-12 2z"
          />
          <path
            fill="#ffffff"
            d="M14.6 22.4h2.8l.9 4.1h4.2a1.25 1.25 0 0 1 0 2.5h-13a1.25 1.25 0 0 1 0-2.5h4.2z"
          />
          <path fill="#f2c879" d="M22 4.6v7.2l1.9-1.5 1.9 1.5V4.7q-1.9-.3-3.8-.1z" />
        </svg>
        {site.name}
      </div>
      <div style={{ display: "flex", fontSize: 84, lineHeight: 1.1 }}>{site.promise}</div>
    </div>,
    { ...size, fonts: [{ name: "Source Serif 4", data: font, weight: 600 }] },
  );
}
