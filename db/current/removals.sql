\ir ../../supabase/current/removals.sql
