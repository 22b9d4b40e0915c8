/** What the auth service says in a response, which can still be read afterwards. */
export async function readAuthResponse(response: Response) {
  const body = await response
    .clone()
    .json()
    .catch(() => null);
  return {
    hasToken: Boolean(body?.access_token),
    // Which of the fields has the code of an error depends on the service's version.
    hasCode: (...codes: string[]) =>
      [body?.code, body?.error_code, body?.error].some((code) => codes.includes(code)),
  };
}
