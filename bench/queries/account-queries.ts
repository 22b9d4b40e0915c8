import { CONSOLE_ROWS, type ListQueries, toQueries } from "./query.ts";

/** Queries of accounts: sign-in, sessions, roles and the audit log. */
export const listAccountQueries: ListQueries = ({ learner }) => [
  ...toQueries("auth/attempts.server.ts", "installation", [
    [
      "record_sign_in_success",
      ["a sign-in that succeeded", "select record_sign_in_success($1, $2)", "a".repeat(64), "b".repeat(64)],
    ],
    [
      "take_back_sign_in_attempt",
      [
        "a sign-in that was not decided",
        "select take_back_sign_in_attempt($1, $2)",
        "a".repeat(64),
        "b".repeat(64),
      ],
    ],
    [
      "record_sign_in_attempt",
      ["a sign-in", "select record_sign_in_attempt($1, 10, $2, 20)", "a".repeat(64), "b".repeat(64)],
    ],
    ["record_mail_request", ["a mail asked for", "select record_mail_request($1, 65)", "c".repeat(64)]],
  ]),
  ...toQueries("auth/own-account.server.ts", "installation", [
    [
      "record_session",
      [
        "the browser of a session kept",
        "select record_session($1, 'Firefox on Linux', '192.0.2.1', false)",
        learner,
      ],
    ],
  ]),
  ...toQueries("auth/own-account.server.ts", "learner", [
    [
      "profiles",
      ["an account's display name", "select display_name from profiles where user_id = $1", learner],
    ],
    ["own_sessions", ["an account's sessions", "select * from own_sessions()"]],
    ["set_own_display_name", ["a display name saved", "select set_own_display_name('Ada')"]],
    ["end_own_session", ["a session ended", "select end_own_session($1)", learner]],
    ["is_recovering", ["whether a session is by a link", "select is_recovering()"]],
  ]),
  ...toQueries("auth/audit-log.server.ts", "installation", [
    [
      "record_sign_in",
      [
        "a sign-in that failed, logged",
        "select record_sign_in('sign-in failed', $1, $2)",
        "someone@example.com",
        "203.0.113.1",
      ],
    ],
    [
      "record_account_command",
      ["two-factor sign-in turned on", "select record_account_command('two-factor on', $1)", learner],
    ],
  ]),
  ...toQueries("auth/identity.server.ts", "learner", [
    ["own_role", ["the role of an account", "select own_role()"]],
  ]),
  ...toQueries("admin/people.server.ts", "admin", [
    [
      "admin_users",
      ["console: users, first page", "select * from admin_users('', '', 0, $1)", CONSOLE_ROWS],
      [
        "console: users, page 400",
        "select * from admin_users('', '', $1, $2)",
        399 * CONSOLE_ROWS,
        CONSOLE_ROWS,
      ],
      ["console: users that match", "select * from admin_users('777', '', 0, $1)", CONSOLE_ROWS],
      ["console: users with a role", "select * from admin_users('', 'admin', 0, $1)", CONSOLE_ROWS],
    ],
    ["give_role", ["a role given", "select give_role($1, 'editor')", learner]],
    [
      "admin_log",
      ["console: activity log, first page", "select * from admin_log('', '', 0, $1)", CONSOLE_ROWS],
      [
        "console: activity log of an account",
        "select * from admin_log('', $1, 0, $2)",
        learner,
        CONSOLE_ROWS,
      ],
    ],
    ["admin_log_events", ["console: what the log can tell", "select * from admin_log_events()"]],
  ]),
];
