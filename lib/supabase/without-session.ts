/** How supabase-js makes a client that has no session, and neither stores nor looks for one. */
export const withoutSession = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false };
