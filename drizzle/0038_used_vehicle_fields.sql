ALTER TABLE `vehicles` ADD `hide_number_digits` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `vehicles` ADD `has_rc` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `vehicles` ADD `has_puc` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `vehicles` ADD `insurance_until` text CONSTRAINT "vehicles_insurance_day" CHECK("insurance_until" glob '????-??-??');--> statement-breakpoint
ALTER TABLE `vehicles` ADD `has_noc` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `vehicles` ADD `is_loan_cleared` integer DEFAULT false NOT NULL;--> statement-breakpoint
DROP TRIGGER search_vehicles_update;
--> statement-breakpoint
CREATE TRIGGER search_vehicles_update AFTER UPDATE OF name, brand, variant, type, stock, category, body_style, fuel, price_rupees, rating, engine_cc, power_ps, transmission, mileage_kmpl, range_km, kerb_weight_kg, seat_height_mm, description, tags, condition, kilometres_driven, model_year, owners, registration, number_plate, hide_number_digits, sold_at, city, state, place, hidden_at, created_at ON vehicles BEGIN
  INSERT INTO search_changes (item, seq) VALUES ('vehicle', new.seq);
  DELETE FROM search_changes WHERE change <= (SELECT max(change) FROM search_changes) - 100000;
END;
