ALTER TABLE `appointments` ADD `email` text CONSTRAINT "appointments_email" CHECK(length(trim("email")) > 0);--> statement-breakpoint
CREATE INDEX `appointments_email` ON `appointments` (lower(email)) WHERE email is not null;--> statement-breakpoint
-- The search of the desk finds a visit by its email too.
DROP TRIGGER desk_appointment_insert;
--> statement-breakpoint
CREATE TRIGGER desk_appointment_insert AFTER INSERT ON appointments BEGIN
  INSERT INTO desk_requests (id, kind, subject, name, status, priority, is_urgent, waiting_since, created_at) VALUES (new.id, 'appointment', CASE new.kind WHEN 'test-ride' THEN 'Test ride' WHEN 'service' THEN 'Service' ELSE 'Buy or book' END || coalesce(': ' || new.vehicle_name, ''), new.name, new.status, NULL, 0, CASE new.status WHEN 'requested' THEN new.updated_at END, new.created_at);
  INSERT INTO desk_search (rowid, text) SELECT seq, substr(new.id, 1, 8) || ' ' || new.name || ' ' || coalesce(new.email || ' ', '') || new.phone || ' ' || replace(replace(replace(replace(replace(new.phone, ' ', ''), '-', ''), '(', ''), ')', ''), '+', '') || ' ' || CASE new.kind WHEN 'test-ride' THEN 'Test ride' WHEN 'service' THEN 'Service' ELSE 'Buy or book' END || coalesce(': ' || new.vehicle_name, '') || ' ' || coalesce(replace(replace(new.registration_number, ' ', ''), '-', ''), '') FROM desk_requests WHERE id = new.id;
  INSERT INTO conversations (id, desk_request_id, vehicle_id, listing_name, subject, buyer_user_id, buyer_key_hash, created_at, last_written_at) VALUES (new.id, new.id, new.vehicle_id, CASE new.kind WHEN 'test-ride' THEN 'Test ride' WHEN 'service' THEN 'Service' ELSE 'Buy or book' END || coalesce(': ' || new.vehicle_name, ''), CASE new.kind WHEN 'test-ride' THEN 'Test ride' WHEN 'service' THEN 'Service' ELSE 'Buy or book' END || coalesce(': ' || new.vehicle_name, ''), new.user_id, new.key_hash, new.created_at, new.created_at);
END;
