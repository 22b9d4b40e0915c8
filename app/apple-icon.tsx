import { ImageResponse } from "next/og";
import { LogoMark } from "@/components/site/logo";

export const size = { width: 180, height: 180 };
export const contentType = "image/png";

/** The icon on the home screen of a phone, which rounds its corners and shows no transparency. Rendered at build time. */
export default function AppleIcon() {
  return new ImageResponse(
    <div
      style={{
        display: "flex",
        alignItems: "center",
        justifyContent: "center",
        width: "100%",
        height: "100%",
        background: "#1c5541",
      }}
    >
      <LogoMark size={120} board="#ffffff" chalk="#f2c879" />
    </div>,
    size,
  );
}
