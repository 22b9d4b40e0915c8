/** What the API tells its callers, word for word from the specification where it says so. */
export const apiMessages = {
  notAuthenticated: "User not authenticated",
  notSignedIn: "Not authenticated",
  adminsOnly: "This is for administrators only",
  notAllowed: "Not allowed",
  foreignOrigin: "Requests from other sites are not allowed",
  invalidRequest: "The request is not valid",
  busy: "Too many requests at the moment. Please try again in a minute.",
  unavailable: "The server cannot answer at the moment. Please try again.",
  diskFull: "The disk of the server is full. Once there is room again, please try again.",
  failed: "Something went wrong. Please try again.",
  unreachable: "The server could not be reached. Please try again.",
} as const;
