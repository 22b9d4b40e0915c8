import type { Toast } from "./toast";

/**
 * How long a toast stays, in milliseconds: the library's default, and with a button longer, because reaching it by keyboard
 * or screen reader takes longer than reading.
 */
export const durationOf = ({ action }: Toast): number => (action ? 15_000 : 4_000);
