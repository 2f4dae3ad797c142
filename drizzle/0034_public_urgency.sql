-- The priority that a customer chooses does not put a message above the others: an operator's does.
DROP TRIGGER desk_message_insert;
--> statement-breakpoint
CREATE TRIGGER desk_message_insert AFTER INSERT ON contact_messages BEGIN
  INSERT INTO desk_requests (id, kind, subject, name, status, priority, is_urgent, waiting_since, created_at) VALUES (new.id, 'message', new.subject, new.name, new.status, new.priority, 0, CASE new.status WHEN 'new' THEN new.created_at END, new.created_at);
  INSERT INTO desk_search (rowid, text) SELECT seq, substr(new.id, 1, 8) || ' ' || new.name || ' ' || new.email || ' ' || coalesce(new.phone, '') || ' ' || replace(replace(replace(replace(replace(coalesce(new.phone, ''), ' ', ''), '-', ''), '(', ''), ')', ''), '+', '') || ' ' || new.subject FROM desk_requests WHERE id = new.id;
  INSERT INTO conversations (id, desk_request_id, listing_name, subject, buyer_user_id, created_at, last_written_at) VALUES (new.id, new.id, new.subject, new.subject, new.user_id, new.created_at, new.created_at);
END;
