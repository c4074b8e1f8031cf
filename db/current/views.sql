\ir ../../supabase/current/views.sql
