"use client";

/** The lecture that is to start as soon as its page is there: the press that it follows was on the page before. */
export const playRequest: { lecture?: number } = {};
