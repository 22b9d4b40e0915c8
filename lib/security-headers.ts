import { contentSecurityPolicy } from "./content-security-policy.ts";

/** The headers of every response. */
export const securityHeaders = {
  "Content-Security-Policy": contentSecurityPolicy(),
  // YouTube's player refuses to play without a referrer (error 153).
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
  "Strict-Transport-Security": "max-age=31536000",
};
