"use client";

/** The lecture to play as soon as its page is rendered: the visitor asked for it on the previous page. */
export const playRequest: { lecture?: number } = {};
