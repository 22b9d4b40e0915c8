/** The id of the place on a lecture's page where the next lecture is offered. */
export const UP_NEXT = "up-next";
