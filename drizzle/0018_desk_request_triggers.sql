-- Every contact message, service request and feedback is a row of the desk and a conversation with it. A contact message
-- waits while it is new, a service request while it is pending, feedback while it is open, and each of them while the
-- last word in its conversation is the customer's.
--
-- One text for each request: its reference number, name, email, phone, also in digits, and subject. Any three signs in a
-- row are found. Anonymous feedback is not found by its author.
CREATE VIRTUAL TABLE desk_search USING fts5(text, content='', contentless_delete=1, tokenize="trigram remove_diacritics 1");
--> statement-breakpoint
CREATE TRIGGER desk_message_insert AFTER INSERT ON contact_messages BEGIN
  INSERT INTO desk_requests (id, kind, subject, name, status, priority, is_urgent, waiting_since, created_at) VALUES (new.id, 'message', new.subject, new.name, new.status, new.priority, new.priority = 'urgent', CASE new.status WHEN 'new' THEN new.created_at END, new.created_at);
  INSERT INTO desk_search (rowid, text) SELECT seq, substr(new.id, 1, 8) || ' ' || new.name || ' ' || new.email || ' ' || coalesce(new.phone, '') || ' ' || replace(replace(replace(replace(replace(coalesce(new.phone, ''), ' ', ''), '-', ''), '(', ''), ')', ''), '+', '') || ' ' || new.subject FROM desk_requests WHERE id = new.id;
  INSERT INTO conversations (id, desk_request_id, listing_name, subject, buyer_user_id, created_at, last_written_at) VALUES (new.id, new.id, new.subject, new.subject, new.user_id, new.created_at, new.created_at);
END;
--> statement-breakpoint
CREATE TRIGGER desk_message_update AFTER UPDATE OF name, email, phone, subject, status, priority ON contact_messages BEGIN
  UPDATE desk_requests SET subject = new.subject, name = new.name, status = new.status, priority = new.priority, is_urgent = new.priority = 'urgent',
    waiting_since = CASE WHEN new.status = old.status THEN waiting_since WHEN new.status = 'new' THEN new.updated_at END WHERE id = new.id;
  UPDATE conversations SET listing_name = new.subject, subject = new.subject WHERE desk_request_id = new.id;
  DELETE FROM desk_search WHERE rowid = (SELECT seq FROM desk_requests WHERE id = new.id);
  INSERT INTO desk_search (rowid, text) SELECT seq, substr(new.id, 1, 8) || ' ' || new.name || ' ' || new.email || ' ' || coalesce(new.phone, '') || ' ' || replace(replace(replace(replace(replace(coalesce(new.phone, ''), ' ', ''), '-', ''), '(', ''), ')', ''), '+', '') || ' ' || new.subject FROM desk_requests WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER desk_message_delete AFTER DELETE ON contact_messages BEGIN
  DELETE FROM desk_search WHERE rowid = (SELECT seq FROM desk_requests WHERE id = old.id);
  DELETE FROM desk_requests WHERE id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER desk_service_insert AFTER INSERT ON service_requests BEGIN
  INSERT INTO desk_requests (id, kind, subject, name, status, priority, is_urgent, waiting_since, created_at) VALUES (new.id, 'service', new.service_type, new.contact_name, new.status, new.urgency, new.urgency = 'high', CASE new.status WHEN 'pending' THEN new.created_at END, new.created_at);
  INSERT INTO desk_search (rowid, text) SELECT seq, substr(new.id, 1, 8) || ' ' || new.contact_name || ' ' || new.contact_email || ' ' || new.contact_phone || ' ' || replace(replace(replace(replace(replace(coalesce(new.contact_phone, ''), ' ', ''), '-', ''), '(', ''), ')', ''), '+', '') || ' ' || replace(new.service_type, '-', ' ') || ' ' || coalesce(new.vehicle_brand, '') || ' ' || coalesce(new.vehicle_model, '') || ' ' || replace(replace(coalesce(new.registration_number, ''), ' ', ''), '-', '') FROM desk_requests WHERE id = new.id;
  INSERT INTO conversations (id, desk_request_id, listing_name, subject, buyer_user_id, created_at, last_written_at) VALUES (new.id, new.id, new.service_type, new.service_type, new.user_id, new.created_at, new.created_at);
END;
--> statement-breakpoint
CREATE TRIGGER desk_service_update AFTER UPDATE OF service_type, contact_name, contact_phone, contact_email, vehicle_brand, vehicle_model, registration_number, status, urgency ON service_requests BEGIN
  UPDATE desk_requests SET subject = new.service_type, name = new.contact_name, status = new.status, priority = new.urgency, is_urgent = new.urgency = 'high',
    waiting_since = CASE WHEN new.status = old.status THEN waiting_since WHEN new.status = 'pending' THEN new.updated_at END WHERE id = new.id;
  UPDATE conversations SET listing_name = new.service_type, subject = new.service_type WHERE desk_request_id = new.id;
  DELETE FROM desk_search WHERE rowid = (SELECT seq FROM desk_requests WHERE id = new.id);
  INSERT INTO desk_search (rowid, text) SELECT seq, substr(new.id, 1, 8) || ' ' || new.contact_name || ' ' || new.contact_email || ' ' || new.contact_phone || ' ' || replace(replace(replace(replace(replace(coalesce(new.contact_phone, ''), ' ', ''), '-', ''), '(', ''), ')', ''), '+', '') || ' ' || replace(new.service_type, '-', ' ') || ' ' || coalesce(new.vehicle_brand, '') || ' ' || coalesce(new.vehicle_model, '') || ' ' || replace(replace(coalesce(new.registration_number, ''), ' ', ''), '-', '') FROM desk_requests WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER desk_service_delete AFTER DELETE ON service_requests BEGIN
  DELETE FROM desk_search WHERE rowid = (SELECT seq FROM desk_requests WHERE id = old.id);
  DELETE FROM desk_requests WHERE id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER desk_feedback_insert AFTER INSERT ON feedback BEGIN
  INSERT INTO desk_requests (id, kind, subject, name, status, priority, is_urgent, waiting_since, created_at) VALUES (new.id, 'feedback', new.subject, (SELECT u.name FROM users u WHERE u.id = new.user_id AND new.is_anonymous = 0), new.status, new.priority, new.priority = 'high', CASE new.status WHEN 'open' THEN new.created_at END, new.created_at);
  INSERT INTO desk_search (rowid, text) SELECT seq, substr(new.id, 1, 8) || ' ' || new.subject || coalesce((SELECT ' ' || u.name || ' ' || u.email || ' ' || coalesce(u.phone, '') || ' ' || replace(replace(replace(replace(replace(coalesce(u.phone, ''), ' ', ''), '-', ''), '(', ''), ')', ''), '+', '') FROM users u WHERE u.id = new.user_id AND new.is_anonymous = 0), '') FROM desk_requests WHERE id = new.id;
  INSERT INTO conversations (id, desk_request_id, listing_name, subject, buyer_user_id, created_at, last_written_at) VALUES (new.id, new.id, new.subject, new.subject, new.user_id, new.created_at, new.created_at);
END;
--> statement-breakpoint
CREATE TRIGGER desk_feedback_update AFTER UPDATE OF subject, is_anonymous, status, priority ON feedback BEGIN
  UPDATE desk_requests SET subject = new.subject, name = (SELECT u.name FROM users u WHERE u.id = new.user_id AND new.is_anonymous = 0), status = new.status, priority = new.priority, is_urgent = new.priority = 'high',
    waiting_since = CASE WHEN new.status = old.status THEN waiting_since WHEN new.status = 'open' THEN new.updated_at END WHERE id = new.id;
  UPDATE conversations SET listing_name = new.subject, subject = new.subject WHERE desk_request_id = new.id;
  DELETE FROM desk_search WHERE rowid = (SELECT seq FROM desk_requests WHERE id = new.id);
  INSERT INTO desk_search (rowid, text) SELECT seq, substr(new.id, 1, 8) || ' ' || new.subject || coalesce((SELECT ' ' || u.name || ' ' || u.email || ' ' || coalesce(u.phone, '') || ' ' || replace(replace(replace(replace(replace(coalesce(u.phone, ''), ' ', ''), '-', ''), '(', ''), ')', ''), '+', '') FROM users u WHERE u.id = new.user_id AND new.is_anonymous = 0), '') FROM desk_requests WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER desk_feedback_delete AFTER DELETE ON feedback BEGIN
  DELETE FROM desk_search WHERE rowid = (SELECT seq FROM desk_requests WHERE id = old.id);
  DELETE FROM desk_requests WHERE id = old.id;
END;
--> statement-breakpoint
-- An account that is deleted leaves the messages it sent, and no longer reads their conversation.
CREATE TRIGGER desk_message_unlink AFTER UPDATE OF user_id ON contact_messages BEGIN
  UPDATE conversations SET buyer_user_id = new.user_id WHERE desk_request_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER desk_feedback_author AFTER UPDATE OF name, email, phone ON users BEGIN
  UPDATE desk_requests SET name = new.name WHERE id IN (SELECT id FROM feedback WHERE user_id = new.id AND is_anonymous = 0);
  DELETE FROM desk_search WHERE rowid IN (SELECT r.seq FROM desk_requests r JOIN feedback f ON f.id = r.id WHERE f.user_id = new.id AND f.is_anonymous = 0);
  INSERT INTO desk_search (rowid, text) SELECT r.seq, substr(f.id, 1, 8) || ' ' || f.subject || coalesce((SELECT ' ' || u.name || ' ' || u.email || ' ' || coalesce(u.phone, '') || ' ' || replace(replace(replace(replace(replace(coalesce(u.phone, ''), ' ', ''), '-', ''), '(', ''), ')', ''), '+', '') FROM users u WHERE u.id = f.user_id AND f.is_anonymous = 0), '') FROM feedback f JOIN desk_requests r ON r.id = f.id WHERE f.user_id = new.id AND f.is_anonymous = 0;
END;
--> statement-breakpoint
-- A request waits from the customer's first word since the last reply until the next.
CREATE TRIGGER desk_requests_waiting_since AFTER INSERT ON conversation_messages BEGIN
  UPDATE desk_requests SET waiting_since = CASE new.side WHEN 'buyer' THEN coalesce(waiting_since, new.created_at) END
  WHERE id = (SELECT desk_request_id FROM conversations WHERE id = new.conversation_id);
END;
--> statement-breakpoint
INSERT INTO desk_requests (id, kind, subject, name, status, priority, is_urgent, waiting_since, created_at) SELECT t.id, 'message', t.subject, t.name, t.status, t.priority, t.priority = 'urgent', CASE t.status WHEN 'new' THEN t.created_at END, t.created_at FROM contact_messages t;
--> statement-breakpoint
INSERT INTO desk_search (rowid, text) SELECT r.seq, substr(t.id, 1, 8) || ' ' || t.name || ' ' || t.email || ' ' || coalesce(t.phone, '') || ' ' || replace(replace(replace(replace(replace(coalesce(t.phone, ''), ' ', ''), '-', ''), '(', ''), ')', ''), '+', '') || ' ' || t.subject FROM contact_messages t JOIN desk_requests r ON r.id = t.id;
--> statement-breakpoint
INSERT INTO conversations (id, desk_request_id, listing_name, subject, buyer_user_id, created_at, last_written_at) SELECT t.id, t.id, t.subject, t.subject, t.user_id, t.created_at, t.created_at FROM contact_messages t;
--> statement-breakpoint
INSERT INTO desk_requests (id, kind, subject, name, status, priority, is_urgent, waiting_since, created_at) SELECT t.id, 'service', t.service_type, t.contact_name, t.status, t.urgency, t.urgency = 'high', CASE t.status WHEN 'pending' THEN t.created_at END, t.created_at FROM service_requests t;
--> statement-breakpoint
INSERT INTO desk_search (rowid, text) SELECT r.seq, substr(t.id, 1, 8) || ' ' || t.contact_name || ' ' || t.contact_email || ' ' || t.contact_phone || ' ' || replace(replace(replace(replace(replace(coalesce(t.contact_phone, ''), ' ', ''), '-', ''), '(', ''), ')', ''), '+', '') || ' ' || replace(t.service_type, '-', ' ') || ' ' || coalesce(t.vehicle_brand, '') || ' ' || coalesce(t.vehicle_model, '') || ' ' || replace(replace(coalesce(t.registration_number, ''), ' ', ''), '-', '') FROM service_requests t JOIN desk_requests r ON r.id = t.id;
--> statement-breakpoint
INSERT INTO conversations (id, desk_request_id, listing_name, subject, buyer_user_id, created_at, last_written_at) SELECT t.id, t.id, t.service_type, t.service_type, t.user_id, t.created_at, t.created_at FROM service_requests t;
--> statement-breakpoint
INSERT INTO desk_requests (id, kind, subject, name, status, priority, is_urgent, waiting_since, created_at) SELECT t.id, 'feedback', t.subject, (SELECT u.name FROM users u WHERE u.id = t.user_id AND t.is_anonymous = 0), t.status, t.priority, t.priority = 'high', CASE t.status WHEN 'open' THEN t.created_at END, t.created_at FROM feedback t;
--> statement-breakpoint
INSERT INTO desk_search (rowid, text) SELECT r.seq, substr(t.id, 1, 8) || ' ' || t.subject || coalesce((SELECT ' ' || u.name || ' ' || u.email || ' ' || coalesce(u.phone, '') || ' ' || replace(replace(replace(replace(replace(coalesce(u.phone, ''), ' ', ''), '-', ''), '(', ''), ')', ''), '+', '') FROM users u WHERE u.id = t.user_id AND t.is_anonymous = 0), '') FROM feedback t JOIN desk_requests r ON r.id = t.id;
--> statement-breakpoint
INSERT INTO conversations (id, desk_request_id, listing_name, subject, buyer_user_id, created_at, last_written_at) SELECT t.id, t.id, t.subject, t.subject, t.user_id, t.created_at, t.created_at FROM feedback t;
--> statement-breakpoint
-- Responses to feedback from before are the first words of its conversation.
INSERT INTO conversation_messages (conversation_id, side, text, created_at) SELECT id, 'seller', response_message, responded_at FROM feedback WHERE response_message IS NOT NULL;
