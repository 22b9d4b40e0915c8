import type { Page } from "@playwright/test";
import { TOTP, URI } from "otpauth";
import decodeQR from "qr/decode.js";

/** An authenticator app that makes codes from the content of a QR code, or from a key that is typed instead. */
export function authenticator(said: string) {
  const totp = said.startsWith("otpauth:") ? (URI.parse(said) as TOTP) : new TOTP({ secret: said });
  return {
    secret: totp.secret.base32,
    account: totp.label,
    issuer: totp.issuer,
    code: () => totp.generate(),
  };
}

/** The content of the QR code on a page, decoded from its pixels. */
export async function scan(page: Page): Promise<string> {
  const picture = page.getByRole("img", { name: "QR code" });
  const { data, ...size } = await picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const canvas = new OffscreenCanvas(400, 400);
    const context = canvas.getContext("2d") as OffscreenCanvasRenderingContext2D;
    context.fillStyle = getComputedStyle(image).backgroundColor;
    context.fillRect(0, 0, 400, 400);
    context.drawImage(image, 0, 0, 400, 400);
    const { width, height, data } = context.getImageData(0, 0, 400, 400);
    // Playwright passes on a text many times faster than an array of numbers.
    return { width, height, data: btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join("")) };
  });
  return decodeQR({ ...size, data: Buffer.from(data, "base64") });
}
