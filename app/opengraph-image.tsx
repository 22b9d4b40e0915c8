import font from "@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff" with {
  type: "bytes",
};
import { ImageResponse } from "next/og";
import { LogoMark } from "@/components/site/logo";
import { site } from "@/lib/site";

export const alt = `${site.name}: ${site.promise}`;
export const size = { width: 1200, height: 630 };
export const contentType = "image/png";

/** The share image of pages without a picture of their own, rendered once at build time. */
export default function OpenGraphImage() {
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
        <LogoMark size={84} board="#ffffff" chalk="#f2c879" />
        {site.name}
      </div>
      <div style={{ display: "flex", fontSize: 84, lineHeight: 1.1 }}>{site.promise}</div>
    </div>,
    { ...size, fonts: [{ name: "Source Serif 4", data: Buffer.from(font), weight: 600 }] },
  );
}
