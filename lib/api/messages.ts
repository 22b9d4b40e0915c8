/** What the API tells its callers, word for word from the specification where it says so. */
export const apiMessages = {
  notAuthenticated: "User not authenticated",
  notSignedIn: "Not authenticated",
  adminsOnly: "This is for administrators only",
  notAllowed: "Not allowed",
  foreignOrigin: "Requests from other sites are not allowed",
  invalidRequest: "The request is not valid",
  failed: "Something went wrong. Please try again.",
  unreachable: "The server could not be reached. Please try again.",
} as const;
