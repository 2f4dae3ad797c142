CREATE INDEX `listings_engine` ON `listings` (`kind`,CAST(engine_capacity AS REAL),`seq`) WHERE is_sample = 0 and hidden_at is null;--> statement-breakpoint
CREATE INDEX `listings_mileage` ON `listings` (`kind`,CASE WHEN type = 'Petrol' AND mileage > 0 THEN mileage END,`seq`) WHERE is_sample = 0 and hidden_at is null;--> statement-breakpoint
CREATE INDEX `listings_range` ON `listings` (`kind`,CASE WHEN type = 'Electric' AND mileage > 0 THEN mileage END,`seq`) WHERE is_sample = 0 and hidden_at is null;--> statement-breakpoint
CREATE INDEX `listings_owners` ON `listings` (`kind`,`owner_number`,`seq`) WHERE is_sample = 0 and hidden_at is null;--> statement-breakpoint
CREATE INDEX `listings_body_style` ON `listings` (`kind`,`body_style`,`seq`) WHERE is_sample = 0 and hidden_at is null;--> statement-breakpoint
CREATE INDEX `listings_created` ON `listings` (`kind`,`created_at`,`seq`) WHERE is_sample = 0 and hidden_at is null;--> statement-breakpoint
CREATE INDEX `listings_availability_kilometres` ON `listings` (`kind`,`availability`,`kilometres_driven`,`seq`) WHERE is_sample = 0 and hidden_at is null;--> statement-breakpoint
CREATE INDEX `listings_availability_year` ON `listings` (`kind`,`availability`,`year`,`seq`) WHERE is_sample = 0 and hidden_at is null;--> statement-breakpoint
CREATE INDEX `listings_availability_mileage` ON `listings` (`kind`,`availability`,CASE WHEN type = 'Petrol' AND mileage > 0 THEN mileage END,`seq`) WHERE is_sample = 0 and hidden_at is null;--> statement-breakpoint
CREATE INDEX `vehicles_engine` ON `vehicles` (`engine_cc`,`seq`) WHERE hidden_at is null;--> statement-breakpoint
CREATE INDEX `vehicles_power` ON `vehicles` (`power_ps`,`seq`) WHERE hidden_at is null;--> statement-breakpoint
CREATE INDEX `vehicles_range` ON `vehicles` (`range_km`,`seq`) WHERE hidden_at is null;--> statement-breakpoint
CREATE INDEX `vehicles_seat_height` ON `vehicles` (`seat_height_mm`,`seq`) WHERE hidden_at is null;--> statement-breakpoint
CREATE INDEX `vehicles_weight` ON `vehicles` (`kerb_weight_kg`,`seq`) WHERE hidden_at is null;--> statement-breakpoint
CREATE INDEX `vehicles_owners` ON `vehicles` (`owners`,`seq`) WHERE hidden_at is null;--> statement-breakpoint
CREATE INDEX `vehicles_body_style` ON `vehicles` (`body_style`,`seq`) WHERE hidden_at is null;--> statement-breakpoint
CREATE INDEX `vehicles_created` ON `vehicles` (`created_at`,`seq`) WHERE hidden_at is null;