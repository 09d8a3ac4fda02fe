-- The token of a wallboard is an API key with a scope of its own, and that scope stands alone.

alter table api_keys add constraint api_keys_wallboard check (not 'wallboard' = any (scopes) or scopes = '{wallboard}');
